import httpx

text = "The total in the basket ignores vouchers. Find out why, and fix it."
response = httpx.post(
    "http://127.0.0.1:4010/api/v1/app-conversations",
    headers={"X-Session-API-Key": "any"},
    json={
        # Choose another id for each conversation.
        "conversation_id": "5f0c6b7a2d8e4b11a3c94e7f60d2b815",
        "initial_message": {"content": [{"type": "text", "text": text}]},
        "selected_repository": "acme/web-shop",
    },
)
response.raise_for_status()
task = response.json()
print(task["status"], task["request"]["conversation_id"])
