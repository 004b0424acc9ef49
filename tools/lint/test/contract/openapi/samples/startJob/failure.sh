# startJob
