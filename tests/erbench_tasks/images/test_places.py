"""Pictures are read from the user's folder and from public hosts, and from nowhere else."""

import datetime
import os
import socket
import ssl

import pytest
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import NameOID
from pictures import Answer, PictureServer, red

from erbench_track.core import http
from erbench_track.core.errors import InputError
from erbench_track.erbench_tasks.images import places
from erbench_track.erbench_tasks.images.normalise import NotAnImage
from erbench_track.erbench_tasks.images.places import ImageFolder, ImageUrls, is_public


@pytest.fixture
def folder(tmp_path):
    root = tmp_path / "posters"
    (root / "sub").mkdir(parents=True)
    (root / "a.png").write_bytes(red())
    (root / "sub" / "b.png").write_bytes(red(3))
    (tmp_path / "secret.png").write_bytes(red(5))
    return root


@pytest.fixture
def server():
    server = PictureServer()
    yield server
    server.close()


@pytest.fixture
def fetch(server, tmp_path, monkeypatch):
    """Reads a URL of the server, which the user declared; pauses are noted, not made."""
    pauses = []
    monkeypatch.setattr(http, "wait", pauses.append)

    def read(url, timeout=5.0, cache=tmp_path / "cache", **more):
        return ImageUrls(cache, timeout, frozenset({server.site}), **more).read(url)

    read.pauses = pauses
    return read


def test_files_inside_of_the_folder_are_read(folder):
    images = ImageFolder(folder)
    assert images.read("a.png") == red()
    assert images.read("sub/b.png") == images.read("./sub//b.png") == red(3)


@pytest.mark.parametrize(
    ("value", "reason"),
    [
        ("missing.png", "no such file"),
        ("../../etc/passwd", "`..` is not allowed"),
        ("sub/../a.png", "`..` is not allowed"),
        ("..\\secret.png", "`..` is not allowed"),
        ("/etc/passwd", "must be relative"),
        ("C:\\secret.png", "must be relative"),
        ("\\\\host\\share", "must be relative"),
        ("sub", "not a file"),
        (".", "not a file"),
        ("a.png/b.png", "cannot be read"),
        ("", "no path"),
        ("a\0.png", "no path"),
        ("x" * 5000, "cannot be read"),
        ("~/.bashrc", "no such file"),
        ("file:///etc/passwd", "no such file"),
    ],
)
def test_paths_that_are_no_file_of_the_folder_are_refused(folder, value, reason):
    with pytest.raises(NotAnImage, match=reason):
        ImageFolder(folder).read(value)


@pytest.mark.skipif(not hasattr(os, "symlink") or os.name == "nt", reason="needs links")
def test_links_are_followed_inside_of_the_folder_and_never_out(folder, tmp_path):
    (folder / "in.png").symlink_to("sub/b.png")
    (folder / "out.png").symlink_to("../secret.png")
    (folder / "far").symlink_to(tmp_path)
    (folder / "loop").symlink_to("loop")
    images = ImageFolder(folder)
    assert images.read("in.png") == red(3)
    for value in ("out.png", "far/secret.png"):
        with pytest.raises(NotAnImage, match="leads out"):
            images.read(value)
    with pytest.raises(NotAnImage, match="cannot be read"):
        images.read("loop")


@pytest.mark.skipif(os.open not in os.supports_dir_fd, reason="needs openat")
def test_a_link_that_appears_after_the_check_is_not_followed(folder, tmp_path, monkeypatch):
    real = os.path.realpath

    def swapped(path, strict=False):
        found = real(path, strict=strict)
        if str(path).endswith(("a.png", "sub/b.png")):
            (folder / "a.png").unlink()
            (folder / "a.png").symlink_to(tmp_path / "secret.png")
            (folder / "sub").rename(tmp_path / "moved")
            (folder / "sub").symlink_to(tmp_path / "moved")
        return found

    for value in ("a.png", "sub/b.png"):
        images = ImageFolder(folder)
        with monkeypatch.context() as patch:
            patch.setattr(places.os.path, "realpath", swapped)
            with pytest.raises(NotAnImage, match="cannot be read"):
                images.read(value)
        (folder / "sub").unlink()
        (tmp_path / "moved").rename(folder / "sub")


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="needs pipes")
def test_a_pipe_does_not_make_it_wait(folder):
    os.mkfifo(folder / "pipe.png")
    with pytest.raises(NotAnImage, match="not a file"):
        ImageFolder(folder).read("pipe.png")


def test_a_file_that_is_too_large_is_refused(folder):
    with (folder / "large.png").open("wb") as file:
        file.truncate(places.MAX_BYTES + 1)
    with pytest.raises(NotAnImage, match="larger than 20,000,000 bytes"):
        ImageFolder(folder).read("large.png")


def test_no_folder_is_the_users_error(tmp_path):
    with pytest.raises(InputError, match="no such folder"):
        ImageFolder(tmp_path / "none")


def test_an_entitys_file_is_found_by_its_id_or_one_of_its_names(folder):
    names = "abc123.PNG", "Face_Off.jpg", "Ame\u0301lie.webp", "it.jpg", "It.png", "notes.txt"
    for name in names:
        (folder / name).write_bytes(red())
    images = ImageFolder(folder)
    assert images.find("abc123", "it") == "abc123.PNG"
    assert images.find("none", "Nothing", "Face/Off") == "Face_Off.jpg"
    assert images.find("none", "Am\u00e9lie") == "Ame\u0301lie.webp"
    assert [images.find("none", name) for name in ("it", "It", "FACE/OFF")] == [
        "it.jpg", "It.png", "Face_Off.jpg",
    ]  # fmt: skip
    assert images.find("notes") is None
    assert images.find("../secret") is None


def test_a_picture_is_fetched_once_also_by_the_next_run(server, fetch):
    url = server.put("/a.png?size=2", Answer(red()))
    assert [fetch(url), fetch(url)] == [red(), red()]
    assert server.asked == ["/a.png?size=2"]


def test_nothing_of_the_environment_goes_along(server, fetch, monkeypatch, tmp_path):
    (tmp_path / ".netrc").write_text("default login me password secret")
    monkeypatch.setenv("NETRC", str(tmp_path / ".netrc"))
    for name in ("http_proxy", "HTTP_PROXY", "ALL_PROXY", "all_proxy"):
        monkeypatch.setenv(name, "http://127.0.0.1:9")
    cookie = {"Set-Cookie": "a=b", "Location": "/b.png"}
    server.put("/b.png", Answer(red()))
    assert fetch(server.put("/a.png", Answer(status=302, headers=cookie))) == red()
    assert len(server.headers) == 2
    for headers in server.headers:
        assert not {"Cookie", "Authorization"} & set(headers)
        assert headers["Host"] == server.site


@pytest.mark.parametrize(
    ("answer", "reason"),
    [
        (Answer(b"gone", 404), "HTTP 404"),
        (Answer(red(), kind="text/html"), "sends 'text/html', not an image"),
        (Answer(red(), kind=None), "no content type"),
        (Answer(red(), headers={"Content-Encoding": "gzip"}), "packed"),
        (Answer(red(), length=20_000_001), "larger than 20,000,000 bytes"),
        (Answer(b"\0" * 20_100_000, length=-1), "larger than 20,000,000 bytes"),
        (Answer(red(), length=len(red()) + 10), "cut short|broken"),
        (Answer(red(), 206), "HTTP 206"),
        (Answer(status=302, headers={"Location": "/a.png"}), "more than 3 redirects"),
        (Answer(status=302, headers={"Location": "file:///etc/passwd"}), "not of 'file'"),
        (Answer(status=301, headers={"Location": "http://127.0.0.1:1/x.png"}), "not public"),
        (Answer(status=302, headers={"Location": "//localhost/x.png"}), "not public"),
        (Answer(status=307, headers={"Location": "http://[::1]/x.png"}), "not public"),
        (Answer(status=302, headers={"Location": "http://169.254.169.254/"}), "not public"),
        (Answer(status=302, headers={"Location": "http://[::1/x.png"}), "not a valid URL"),
    ],
)
def test_what_is_no_picture_is_refused_with_its_reason(server, fetch, answer, reason):
    url = server.put("/a.png", answer)
    with pytest.raises(NotAnImage, match=reason):
        fetch(url, timeout=1.0)


def test_three_redirects_are_followed(server, fetch):
    for number in range(3):
        server.put(f"/{number}", Answer(status=302, headers={"Location": f"/{number + 1}"}))
    server.put("/3", Answer(red()))
    assert fetch(f"http://{server.site}/0") == red()


def test_a_busy_host_is_asked_again_but_not_forever(server, fetch):
    later = Answer(status=429, headers={"Retry-After": "7"})
    url = server.put("/a.png", later, Answer(status=503), Answer(red()))
    assert fetch(url) == red()
    assert fetch.pauses == [7.0, 2.0]
    with pytest.raises(NotAnImage, match="HTTP 500, 3 times"):
        fetch(server.put("/b.png", Answer(status=500)))
    with pytest.raises(NotAnImage, match="HTTP 429, 1 times"):
        fetch(server.put("/c.png", Answer(status=429, headers={"Retry-After": "3600"})))
    assert server.asked.count("/b.png") == 3


def test_a_trickle_is_given_up(server, fetch):
    url = server.put("/a.png", Answer(b"\x89PNG" * 50, pause=0.02))
    with pytest.raises(NotAnImage, match="takes too long"):
        fetch(url, timeout=0.1)
    assert (server.asked, server.finished) == (["/a.png"], [])


def test_a_silent_host_is_given_up(tmp_path):
    with socket.create_server(("127.0.0.1", 0)) as silent:
        site = f"127.0.0.1:{silent.getsockname()[1]}"
        with pytest.raises(NotAnImage, match="no answer within"):
            ImageUrls(tmp_path, 0.2, frozenset({site})).read(f"http://{site}/a.png")


def test_a_dead_url_is_reported_and_a_dead_host_not_tried_forever(tmp_path, monkeypatch):
    with socket.create_server(("127.0.0.1", 0)) as server:
        site = f"127.0.0.1:{server.getsockname()[1]}"
    asked = []
    resolve = socket.getaddrinfo
    monkeypatch.setattr(socket, "getaddrinfo", lambda *a, **k: asked.append(a) or resolve(*a, **k))
    images = ImageUrls(tmp_path, 1.0, frozenset({site}))
    for number in range(6):
        with pytest.raises(NotAnImage, match=f"{site}: (cannot be reached|was not reached)"):
            images.read(f"http://{site}/{number}.png")
    assert len({a[0] for a in asked}) == 1
    reached = len(asked)
    with pytest.raises(NotAnImage, match="was not reached 3 times"):
        images.read(f"http://{site}/7.png")
    assert len(asked) == reached


def test_a_failure_is_remembered_and_not_kept_on_disk(server, tmp_path):
    images = ImageUrls(tmp_path, 1.0, frozenset({server.site}))
    url = server.put("/a.png", Answer(b"", 404), Answer(red()))
    for _ in range(2):
        with pytest.raises(NotAnImage, match="404"):
            images.read(url)
    assert len(server.asked) == 1
    assert ImageUrls(tmp_path, 1.0, frozenset({server.site})).read(url) == red()


@pytest.mark.parametrize(
    "url",
    [
        "http://{site}/a.png",
        "http://localhost:{port}/a.png",
        "http://2130706433:{port}/a.png",
        "http://0x7f.1:{port}/a.png",
        "http://[::ffff:127.0.0.1]:{port}/a.png",
        "http://0.0.0.0:{port}/a.png",
    ],
)
def test_an_address_of_this_machine_is_refused_unless_the_user_declared_it(server, tmp_path, url):
    server.put("/a.png", Answer(red()))
    port = server.server_address[1]
    with pytest.raises(NotAnImage, match=r"not public|no address"):
        ImageUrls(tmp_path).read(url.format(site=server.site, port=port))
    assert server.asked == []


def test_the_connection_goes_to_the_address_that_was_checked(server, tmp_path, monkeypatch):
    """A name that is public when it is checked and local when it is used again (DNS rebinding)."""
    answers = ["93.184.215.14", "127.0.0.1"]
    connected = []

    def resolve(host, port, *_, **__):
        address = answers.pop(0) if host == "rebind.example" else host
        return [(socket.AF_INET, socket.SOCK_STREAM, 6, "", (address, port))]

    def connect(_, address):
        connected.append(address)
        raise ConnectionRefusedError

    monkeypatch.setattr(socket, "getaddrinfo", resolve)
    monkeypatch.setattr(socket.socket, "connect", connect)
    with pytest.raises(NotAnImage, match="cannot be reached"):
        ImageUrls(tmp_path, 1.0).read(f"http://rebind.example:{server.server_address[1]}/a.png")
    assert {address[0] for address in connected} == {"93.184.215.14"}
    assert answers == ["127.0.0.1"]


@pytest.mark.parametrize(
    ("url", "reason"),
    [
        ("ftp://example.org/a.png", "http or https"),
        ("file:///etc/passwd", "http or https"),
        ("a.png", "http or https"),
        ("http:///a.png", "no host"),
        ("http://me:secret@example.org/a.png", "user name or password"),
        ("http://example.org:port/a.png", "not a valid URL"),
        ("http://[::1/a.png", "not a valid URL"),
        ("http://" + "a" * 80 + ".example/", "not a valid URL"),
    ],
)
def test_urls_that_cannot_be_used_say_why_without_their_secrets(tmp_path, url, reason):
    with pytest.raises(NotAnImage, match=reason) as caught:
        ImageUrls(tmp_path).read(url)
    assert "secret" not in str(caught.value)


def test_a_url_with_a_token_is_not_printed(server, fetch):
    with pytest.raises(NotAnImage) as caught:
        fetch(server.put("/a.png?token=s3cret", Answer(red(), headers={"Content-Encoding": "br"})))
    assert "s3cret" not in str(caught.value)


@pytest.mark.parametrize("site", ["127.0.0.1", "http://127.0.0.1:80", "Host:80", "host:"])
def test_a_site_that_is_no_host_and_port_is_the_users_error(site):
    with pytest.raises(InputError, match="host:port"):
        ImageUrls(allow_local=frozenset({site}))


@pytest.mark.parametrize(
    ("address", "public"),
    [
        ("93.184.215.14", True), ("2606:2800:21f:cb07:6820:80da:af6b:8b2c", True),
        ("::ffff:93.184.215.14", False), ("64:ff9b::5db8:d70e", False),
        ("10.0.0.1", False), ("172.16.0.1", False), ("192.168.1.1", False), ("127.0.0.2", False),
        ("169.254.169.254", False), ("100.64.0.1", False), ("0.0.0.0", False),  # noqa: S104
        ("224.0.0.1", False), ("240.0.0.1", False), ("255.255.255.255", False),
        ("::", False), ("::1", False), ("fe80::1", False), ("fe80::1%eth0", False),
        ("fc00::1", False), ("fec0::1", False), ("ff02::1", False), ("::ffff:10.0.0.1", False),
        ("::ffff:127.0.0.1", False), ("2002:7f00:1::", False), ("64:ff9b::7f00:1", False),
        ("2001:0:4136:e378::1", False), ("not an address", False),
    ],
)  # fmt: skip
def test_only_addresses_of_the_internet_are_public(address, public):
    assert is_public(address) is public


HOST = "pictures.example"


def certificate(folder, name):
    """Writes a self-signed certificate for a name with its key, and returns their paths."""
    key = ec.generate_private_key(ec.SECP256R1())
    subject = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, name)])
    now = datetime.datetime.now(datetime.timezone.utc)
    signed = (
        x509.CertificateBuilder()
        .subject_name(subject)
        .issuer_name(subject)
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(now - datetime.timedelta(days=1))
        .not_valid_after(now + datetime.timedelta(days=1))
        .add_extension(x509.SubjectAlternativeName([x509.DNSName(name)]), critical=False)
        .add_extension(x509.BasicConstraints(ca=True, path_length=0), critical=True)
        .sign(key, hashes.SHA256())
    )
    public, private = folder / f"{name}.pem", folder / f"{name}.key"
    public.write_bytes(signed.public_bytes(serialization.Encoding.PEM))
    private.write_bytes(
        key.private_bytes(
            serialization.Encoding.PEM,
            serialization.PrivateFormat.PKCS8,
            serialization.NoEncryption(),
        )
    )
    return public, private


@pytest.fixture
def serve(tmp_path, monkeypatch):
    """Starts a server whose certificate is for a name; `HOST` resolves to it."""
    servers = []
    resolve = socket.getaddrinfo
    monkeypatch.setattr(
        socket,
        "getaddrinfo",
        lambda host, *more, **named: resolve("127.0.0.1" if host == HOST else host, *more, **named),
    )

    def start(name):
        public, private = certificate(tmp_path, name)
        server = PictureServer()
        servers.append(server)
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.load_cert_chain(public, private)
        server.names = []
        context.sni_callback = lambda _, asked, __: server.names.append(asked)
        server.socket = context.wrap_socket(server.socket, server_side=True)
        server.put("/a.png", Answer(red()))
        monkeypatch.setenv("REQUESTS_CA_BUNDLE", str(public))
        return server, f"{HOST}:{server.server_address[1]}"

    yield start
    for server in servers:
        server.close()


def test_the_host_is_named_to_the_server_and_its_certificate_checked(serve, tmp_path):
    server, site = serve(HOST)
    assert ImageUrls(tmp_path, 2.0, frozenset({site})).read(f"https://{site}/a.png") == red()
    assert server.names == [HOST]
    assert server.headers[0]["Host"] == site


def test_a_certificate_of_another_host_is_not_trusted(serve, tmp_path):
    server, site = serve("other.example")
    with pytest.raises(NotAnImage, match="certificate is not trusted"):
        ImageUrls(tmp_path, 2.0, frozenset({site})).read(f"https://{site}/a.png")
    assert server.asked == []


def test_a_certificate_of_an_unknown_authority_is_not_trusted(serve, tmp_path, monkeypatch):
    server, site = serve(HOST)
    monkeypatch.delenv("REQUESTS_CA_BUNDLE")
    with pytest.raises(NotAnImage, match="certificate is not trusted"):
        ImageUrls(tmp_path, 2.0, frozenset({site})).read(f"https://{site}/a.png")
    assert server.asked == []


def test_an_https_host_of_this_machine_is_refused_unless_declared(serve, tmp_path):
    server, site = serve(HOST)
    with pytest.raises(NotAnImage, match="not public"):
        ImageUrls(tmp_path).read(f"https://{site}/a.png")
    assert server.names == []
