import httpx

response = httpx.post(
    "http://127.0.0.1:4010/api/conversations",
    headers={"X-Session-API-Key": "any"},
    json={
        "repository": "acme/web-shop",
        "git_provider": "github",
        "selected_branch": "main",
        "initial_user_msg": (
            "The total in the basket ignores vouchers. "
            "Find out why, and fix it with a test."
        ),
        "image_urls": None,
        "conversation_instructions": (
            "Reply in English and keep commits small."
        ),
    },
)
response.raise_for_status()
print(response.json()["conversation_id"])
