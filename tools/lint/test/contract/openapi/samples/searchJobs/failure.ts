// searchJobs
