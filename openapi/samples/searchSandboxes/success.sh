# A key of its own: the mock has separate data for each.
curl 'http://127.0.0.1:4010/api/v1/sandboxes/search?limit=2' \
  --header 'X-Session-API-Key: search' \
  --fail-with-body \
  --silent \
  --show-error \
  --write-out '\n'
