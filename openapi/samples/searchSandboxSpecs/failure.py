import httpx

response = httpx.get(
    "http://127.0.0.1:4010/api/v1/sandbox-specs/search",
    params={"limit": 0},
    headers={"X-Session-API-Key": "any"},
)
if response.is_error:
    print(response.status_code, response.text)
