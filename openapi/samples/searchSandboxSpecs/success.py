import httpx

response = httpx.get(
    "http://127.0.0.1:4010/api/v1/sandbox-specs/search",
    params={"limit": 20},
    headers={"X-Session-API-Key": "any"},
)
response.raise_for_status()
for spec in response.json()["items"]:
    print(spec["id"], spec["created_at"])
