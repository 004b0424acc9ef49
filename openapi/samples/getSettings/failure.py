import httpx

response = httpx.get(
    "http://127.0.0.1:4010/api/settings",
    # The service ignores this header: pass the key as `X-Session-API-Key`.
    headers={"Authorization": "Bearer any"},
)
if response.is_error:
    print(response.status_code, response.text)
