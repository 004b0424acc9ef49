import httpx

response = httpx.post(
    "http://127.0.0.1:4010/api/v1/sandboxes/sbx-9wd3p6ha/resume",
    headers={"X-Session-API-Key": "any"},
)
response.raise_for_status()
print(response.json())
