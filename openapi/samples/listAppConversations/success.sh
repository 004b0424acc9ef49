curl 'http://127.0.0.1:4010/api/v1/app-conversations?ids=0f6b8c1e-3a44-4d0e-9a51-7c2e5b9d1f36&ids=c2a9d7e4-61f3-4b8a-8e05-9d3f7a1c2b64' \
  --header 'X-Session-API-Key: any' \
  --fail-with-body \
  --silent \
  --show-error
