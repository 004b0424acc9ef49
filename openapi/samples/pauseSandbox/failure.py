import httpx

response = httpx.post(
    "http://127.0.0.1:4010/api/v1/sandboxes/sbx-unknown/pause",
    headers={"X-Session-API-Key": "any"},
)
if response.is_error:
    print(response.status_code, response.text)
