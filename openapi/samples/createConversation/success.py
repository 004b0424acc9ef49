import httpx

text = "The total in the basket ignores vouchers. Find out why, and fix it."
response = httpx.post(
    "http://127.0.0.1:4010/api/conversations",
    headers={"X-Session-API-Key": "any"},
    json={"repository": "acme/web-shop", "initial_user_msg": text},
)
response.raise_for_status()
print(response.json()["conversation_id"])
