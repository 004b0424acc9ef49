curl http://127.0.0.1:4010/api/v1/sandboxes/sbx-unknown/resume \
  --request POST \
  --header 'X-Session-API-Key: any' \
  --fail-with-body \
  --silent \
  --show-error \
  --write-out '\n'
