# A key of its own: the mock has separate data for each.
curl http://127.0.0.1:4010/api/v1/app-conversations \
  --get \
  --data ids=0f6b8c1e3a444d0e9a517c2e5b9d1f36 \
  --data ids=c2a9d7e461f34b8a8e059d3f7a1c2b64 \
  --header 'X-Session-API-Key: list' \
  --fail-with-body \
  --silent \
  --show-error \
  --write-out '\n'
