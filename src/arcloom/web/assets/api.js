// api.js: where content comes from: the server, or, in a report, the page itself.

const held = document.getElementById("content");
const embedded = held ? JSON.parse(held.textContent) : null;

export const isReport = embedded !== null;

export class Problem extends Error {}

function keyOf(path, query) {
  const parts = Object.entries(query || {}).map(([name, value]) => `${name}=${encodeURIComponent(value)}`);
  return parts.length ? `${path}?${parts.join("&")}` : path;
}

async function fetched(url, options) {
  let response;
  try {
    response = await fetch(url, options);
  } catch {
    throw new Problem("The server does not answer. Is `arcloom serve` still running?");
  }
  const kind = response.headers.get("content-type") || "";
  if (!kind.startsWith("application/json")) throw new Problem(`The server answered ${response.status} ${response.statusText}.`);
  const content = await response.json();
  if (!response.ok) throw new Problem(content.problem || `The server answered ${response.status}.`);
  return content;
}

export async function get(path, query) {
  const key = keyOf(path, query);
  if (!isReport) return fetched(`/api/${key}`);
  if (!(key in embedded)) throw new Problem("This is not in the report. `arcloom serve` shows everything.");
  return embedded[key];
}

export function has(path, query) {
  return !isReport || keyOf(path, query) in embedded;
}

export async function runSteps(request) {
  if (isReport) {
    return get("steps", { program: request.program, task: request.task, demo: request.sample[1] });
  }
  return fetched("/api/steps", {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(request),
  });
}

// Follow the library, and runs by their ids; gives a function that ends it.
export function follow(runs, onPulse, onRun) {
  if (isReport) return () => {};
  const source = new EventSource(`/api/${keyOf("events", runs.length ? { run: runs.join(",") } : {})}`);
  source.addEventListener("pulse", (event) => onPulse(JSON.parse(event.data)));
  source.addEventListener("run", (event) => onRun && onRun(JSON.parse(event.data)));
  source.addEventListener("error", () => onPulse({ problem: "The connection to the server is lost. It is tried again." }));
  return () => source.close();
}
