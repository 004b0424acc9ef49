import httpx

response = httpx.get(
    "http://127.0.0.1:4010/api/v1/sandboxes/search",
    params={"limit": 2},
    # A key of its own: the mock has separate data for each.
    headers={"X-Session-API-Key": "search"},
)
response.raise_for_status()
page = response.json()
for sandbox in page["items"]:
    print(sandbox["id"], sandbox["status"])
print("next page:", page["next_page_id"])
