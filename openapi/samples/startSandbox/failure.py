import httpx

response = httpx.post(
    "http://127.0.0.1:4010/api/v1/sandboxes",
    params={"sandbox_spec_id": "ghcr.io/acme/agent-server:0.9"},
    headers={"X-Session-API-Key": "any"},
)
if response.is_error:
    print(response.status_code, response.text)
