# For docs/tutorial.md: makes a sandbox and lets the commands of this terminal work in it.
# With `npm start` running, at the top of the repository: . examples/tutorial/sandbox.sh

data=${DATA_DIR:-.data}

# A member of the JSON document on standard input, such as .data.now.
member() { node -p "JSON.parse(fs.readFileSync(0, 'utf8'))$1"; }

# Calls the sandboxes of the demo university: method, path, body.
sandboxes() {
  curl -sS --fail-with-body -X "$1" "$service/api/v1/sandbox/tenants$2" -H 'Content-Type: application/json' -d "$3" \
    -H "X-Service-API-Key: $demo_key" -H "X-Service-API-Secret: $demo_secret"
}

# Moves the clock of the sandbox; what falls due on the way happens.
hours_pass() { sandboxes PUT "/$TENANT/clock" "{\"advanceSeconds\":$(($1 * 3600))}" | member .data.now; }

# Calls the administration as the pages do, in a session of its own: method, path, body.
administrator() {
  login=$(curl -sSi --fail-with-body "$service/api/v1/admin/session" -H 'Content-Type: application/json' \
    -d "{\"email\":\"$email\",\"password\":\"$password\"}")
  curl -sS --fail-with-body -X "$1" "$service/api/v1/admin$2" -H 'Content-Type: application/json' ${3:+-d "$3"} \
    -H "Cookie: $(printf %s "$login" | sed -n 's/^Set-Cookie: \([^;]*\).*/\1/p')" \
    -H "X-CSRF-Token: $(printf %s "$login" | sed -n 's/.*"csrfToken":"\([^"]*\)".*/\1/p')"
}

service=$([ ! -f "$data/service.json" ] || member '[0].url' <"$data/service.json")
if ! curl -sf "$service/health/live" >/dev/null; then
  echo 'No service answers. Run npm start in another terminal, and this at the top of the repository.'
  return 1
fi
# What an earlier walk through the tutorial has left is of another sandbox.
rm -rf .data/tutorial
mkdir -p .data/tutorial
demo_key=$(member .apiKey <"$data/demo.json")
demo_secret=$(member .apiSecret <"$data/demo.json")
sandbox=$(sandboxes POST '' '{"name":"Tutorial","seed":"empty","clock":{"now":"2026-09-07T22:00:00Z"}}')
# Of the keys the one that can do nothing but send and read people.
set -- $(printf %s "$sandbox" | member ".data.credentials.filter(({ scopes }) => scopes.includes('users'))
  .flatMap(({ apiKey, apiSecret }) => [apiKey, apiSecret]).join(' ')")
INTEGRATION_API_URL=$service INTEGRATION_API_KEY=$1 INTEGRATION_API_SECRET=$2
TENANT=$(printf %s "$sandbox" | member .data.tenantId)
email=$(printf %s "$sandbox" | member .data.administrator.email)
password=$(printf %s "$sandbox" | member .data.administrator.password)
export TENANT INTEGRATION_API_URL INTEGRATION_API_KEY INTEGRATION_API_SECRET
echo "The sandbox $TENANT lives for two hours. In the browser, $service/admin/:"
echo "$email"
echo "$password"
