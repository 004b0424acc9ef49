import httpx

response = httpx.get(
    "http://127.0.0.1:4010/api/v1/app-conversations",
    params={
        "ids": [
            "0f6b8c1e3a444d0e9a517c2e5b9d1f36",
            "c2a9d7e461f34b8a8e059d3f7a1c2b64",
        ]
    },
    # A key of its own: the mock has separate data for each.
    headers={"X-Session-API-Key": "list"},
)
response.raise_for_status()
for conversation in response.json():
    if conversation:  # An unknown id has the entry None.
        print(conversation["title"], conversation["sandbox_status"])
