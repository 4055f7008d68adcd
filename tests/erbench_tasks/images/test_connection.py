"""Over HTTPS too the checked address is used, and the certificate has to be the host's."""

import datetime
import socket
import ssl

import pytest
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import NameOID
from pictures import Answer, PictureServer, red

from erbench_track.erbench_tasks.images.normalise import NotAnImage
from erbench_track.erbench_tasks.images.urls import ImageUrls

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
