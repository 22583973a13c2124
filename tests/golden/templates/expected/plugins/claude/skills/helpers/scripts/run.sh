#!/bin/sh
echo "on claude: ${HOME} $((1 + 1))"
