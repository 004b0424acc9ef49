import httpx

response = httpx.post(
    "http://127.0.0.1:4010/api/conversations",
    headers={
        "X-Session-API-Key": "any",
        "Content-Type": "application/json",
    },
    # Malformed JSON: the closing brace is missing.
    content='{"repository":"acme/web-shop"',
)
if response.is_error:
    print(response.status_code, response.text)
