curl 'http://127.0.0.1:4010/api/v1/sandbox-specs/search?page_id=eyJvZmZzZXQiOjk5fQ' \
  --header 'X-Session-API-Key: any' \
  --fail-with-body \
  --silent \
  --show-error
