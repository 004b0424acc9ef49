import httpx

response = httpx.post(
    "http://127.0.0.1:4010/api/v1/app-conversations",
    headers={"X-Session-API-Key": "any"},
    json={
        # Not a UUID.
        "conversation_id": "my-conversation",
    },
)
if response.is_error:
    print(response.status_code, response.text)
