import httpx

response = httpx.get(
    "http://127.0.0.1:4010/api/v1/sandboxes/search",
    params={"limit": 500},
    headers={"X-Session-API-Key": "search"},
)
if response.status_code == 422:
    for error in response.json()["detail"]:
        print(error["loc"], error["msg"])
