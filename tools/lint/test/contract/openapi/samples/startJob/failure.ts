// startJob
