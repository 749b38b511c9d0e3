# SPDX-License-Identifier: GPL-2.0-or-later
include $(sort $(wildcard $(BR2_EXTERNAL_AWL_PATH)/package/*/*.mk))
