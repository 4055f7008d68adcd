"""How lm_eval finds us: the start-up hook, the build commands that install it, the registration."""
