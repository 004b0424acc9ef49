import httpx

response = httpx.post(
    "http://127.0.0.1:4010/api/v1/sandboxes/sbx-4kq7m2xw/pause",
    headers={"X-Session-API-Key": "any"},
)
response.raise_for_status()
print(response.json())
