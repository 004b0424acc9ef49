curl http://127.0.0.1:4010/api/conversations \
  --header 'X-Session-API-Key: any' \
  --header 'Content-Type: application/json' \
  --data '{
    "repository": "acme/web-shop",
    "initial_user_msg": "The total in the basket ignores vouchers. Find out why, and fix it."
  }' \
  --fail-with-body \
  --silent \
  --show-error \
  --write-out '\n'
