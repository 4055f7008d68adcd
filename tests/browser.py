"""A real browser for tests: Chromium, driven by playwright, and never a request to a host."""

import shutil
from contextlib import contextmanager

import pytest

_NAMES = ("chromium", "chromium-browser", "google-chrome")


@contextmanager
def chromium():
    """Yields a browser; the tests are skipped where it, or playwright, is not installed."""
    reason = 'playwright is not installed: pip install "erbench-track[test]"'
    playwright = pytest.importorskip("playwright.sync_api", reason=reason)
    path = next(filter(None, map(shutil.which, _NAMES)), None)
    if path is None:
        pytest.skip("there is no Chromium: apt-get install chromium")
    with playwright.sync_playwright() as driver:
        browser = driver.chromium.launch(executable_path=path, args=["--no-sandbox"])
        yield browser
        browser.close()


class Visit:
    """A page in a browser of its own, whose requests and complaints are noted.

    Attributes:
        page: Playwright's page.
        requests: The addresses that were asked for.
        complaints: What the page wrote to the console, errors and dialogs among it.
    """

    def __init__(self, browser, file, route="", width=1600, height=1000, **settings):
        viewport = {"width": width, "height": height}
        self._file = file
        self._context = browser.new_context(viewport=viewport, **settings)
        self.page = self._context.new_page()
        self.requests, self.complaints = [], []
        self.page.on("request", lambda request: self.requests.append(request.url))
        self.page.on("console", lambda message: self.complaints.append(message.text))
        self.page.on("pageerror", lambda error: self.complaints.append(str(error)))
        self.page.on("dialog", self._dismiss)
        self.go(route)

    def go(self, route=""):
        """Opens the file, with what follows `#`."""
        self.page.goto(self._file.resolve().as_uri() + route)

    @property
    def hosts(self):
        """The addresses that were asked for, other than files."""
        return [url for url in self.requests if not url.startswith(("file:", "blob:", "data:"))]

    def is_wider_than_its_window(self):
        return self.page.evaluate(
            "document.documentElement.scrollWidth > document.documentElement.clientWidth"
        )

    def close(self):
        self._context.close()

    def _dismiss(self, dialog):
        self.complaints.append(f"dialog: {dialog.message}")
        dialog.dismiss()
