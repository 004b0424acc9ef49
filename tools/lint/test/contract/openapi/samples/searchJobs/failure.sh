# searchJobs
