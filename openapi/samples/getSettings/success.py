import httpx

response = httpx.get(
    "http://127.0.0.1:4010/api/settings",
    headers={"X-Session-API-Key": "any"},
)
response.raise_for_status()
settings = response.json()
print(settings["language"], settings["llm_model"])
