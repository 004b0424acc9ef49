curl http://127.0.0.1:4010/api/conversations \
  --header 'X-Session-API-Key: any' \
  --header 'Content-Type: application/json' \
  --data '{"repository":"acme/web-shop"' \
  --fail-with-body \
  --silent \
  --show-error \
  --write-out '\n'
