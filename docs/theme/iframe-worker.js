// The site's search runs in a worker, and browsers start no worker from a page on disk. There, a hidden
// frame runs the same script. Pages from a server keep the browser's own workers.
if (location.protocol === "file:") {
  window.Worker = class extends EventTarget {
    constructor(url) {
      super();
      const frame = document.createElement("iframe");
      frame.hidden = true;
      document.body.append(frame);
      this.inside = frame.contentWindow;
      this.inside.postMessage = (data) => this.dispatchEvent(new MessageEvent("message", { data }));
      this.started = new Promise((resolve) => {
        const script = this.inside.document.createElement("script");
        script.src = url;
        script.onload = resolve;
        this.inside.document.body.append(script);
      });
    }

    postMessage(data) {
      this.started.then(() => this.inside.dispatchEvent(new MessageEvent("message", { data })));
    }
  };
}
