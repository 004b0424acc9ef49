curl 'http://127.0.0.1:4010/api/v1/sandboxes/search?limit=500' \
  --header 'X-Session-API-Key: search' \
  --fail-with-body \
  --silent \
  --show-error \
  --write-out '\n'
