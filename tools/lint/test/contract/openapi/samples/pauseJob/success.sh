# pauseJob
