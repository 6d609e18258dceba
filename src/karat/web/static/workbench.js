// What every page of the workbench has: messages when a request of a part of the page fails.
"use strict";

function say(text) {
  document.getElementById("said").textContent = text;
}

document.addEventListener("htmx:responseError", (event) => {
  const status = event.detail.xhr.status;
  say(status === 403 ? "This page is too old. Reload it and try again." : `The server answered ${status}. Reload the page and try again.`);
});
document.addEventListener("htmx:sendError", () => say("The server does not answer."));
document.addEventListener("htmx:beforeRequest", () => say(""));
