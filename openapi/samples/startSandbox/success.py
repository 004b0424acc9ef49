import httpx

response = httpx.post(
    "http://127.0.0.1:4010/api/v1/sandboxes",
    params={"sandbox_spec_id": "ghcr.io/acme/agent-server:1.2"},
    headers={"X-Session-API-Key": "any"},
)
response.raise_for_status()
sandbox = response.json()
print(sandbox["id"], sandbox["status"])
