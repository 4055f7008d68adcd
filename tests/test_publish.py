from .hub_server import HubServer
def test_x():
    s=HubServer(); s.close()
