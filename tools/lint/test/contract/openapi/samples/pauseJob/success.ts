// pauseJob
