import httpx

response = httpx.post(
    "http://127.0.0.1:4010/api/v1/app-conversations",
    headers={"X-Session-API-Key": "any"},
    json={
        # Not a UUID.
        "conversation_id": "my-conversation",
        "initial_message": {
            "role": "user",
            "content": [
                {
                    "type": "text",
                    "text": (
                        "The total in the basket ignores vouchers, "
                        "see the screenshot. Find out why, and fix it."
                    ),
                },
                {
                    "type": "image",
                    "image_urls": ["https://files.acme.example/basket.png"],
                },
            ],
            "run": True,
        },
        "selected_repository": "acme/web-shop",
        "selected_branch": "main",
        "git_provider": "github",
        "title": "Vouchers in the basket",
        "trigger": "gui",
        "pr_number": [],
        "agent_type": "default",
    },
)
if response.is_error:
    print(response.status_code, response.text)
