// The key is in the part of the link after #, which browsers do not send; it is sent once, in a form.
const key = location.hash.slice(1);
if (key) {
  history.replaceState(null, "", location.pathname);
  document.getElementById("key").value = key;
  document.getElementById("enter").submit();
}
