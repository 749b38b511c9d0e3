/* SPDX-License-Identifier: GPL-2.0-or-later */
/* work_net.c - the commands of work.c that use sockets. */
#define _GNU_SOURCE
#include <arpa/inet.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "work_net.h"

/* A socket option that does not exist: fails with ENOPROTOOPT, after ip_setsockopt() got a
 * structure by value between these numbers. */
void setsockopt_n(long n)
{
	int fd = socket(AF_INET, SOCK_DGRAM, 0);

	if (fd < 0)
		die("socket");
	while (n-- > 0)
		syscall(SYS_setsockopt, fd, 0, 0x3333, 0x4444, 0x55);
}

/* Opens N sockets and keeps them until the end (they have a kmem cache of their own). */
void sockets_n(long n)
{
	while (n-- > 0)
		if (socket(AF_UNIX, SOCK_STREAM, 0) < 0)
			die("socket");
}

/* Sends N datagrams to itself, by port 9.  Number i has 20 + 5000 i bytes, all 'a' + i. */
void datagrams_n(long n)
{
	struct sockaddr_in to = { .sin_family = AF_INET, .sin_port = htons(9),
				  .sin_addr.s_addr = htonl(INADDR_LOOPBACK) };
	static char text[60000];
	int fd = socket(AF_INET, SOCK_DGRAM, 0);

	if (bind(fd, (struct sockaddr *)&to, sizeof(to)) ||
	    connect(fd, (struct sockaddr *)&to, sizeof(to)))
		die("bind");		/* without it each is answered by ICMP */
	for (long i = 0; i < n; i++) {
		memset(text, 'a' + (int)i, sizeof(text));
		if (send(fd, text, 20 + 5000 * (size_t)i, 0) < 0)
			die("send");
	}
}

/* Listens at port 9 and connects to it N times; the client sends 100 bytes and closes first. */
void tcp_n(long n)
{
	struct sockaddr_in to = { .sin_family = AF_INET, .sin_port = htons(9),
				  .sin_addr.s_addr = htonl(INADDR_LOOPBACK) };
	int port = socket(AF_INET, SOCK_STREAM, 0), one = 1;
	char text[100] = "";

	setsockopt(port, SOL_SOCKET, SO_REUSEADDR, &one, sizeof(one));
	if (bind(port, (struct sockaddr *)&to, sizeof(to)) || listen(port, 5))
		die("port 9");
	while (n-- > 0) {
		int client = socket(AF_INET, SOCK_STREAM, 0), server;

		if (connect(client, (struct sockaddr *)&to, sizeof(to)))
			die("connect");
		server = accept(port, NULL, NULL);
		if (send(client, text, sizeof(text), 0) != sizeof(text) ||
		    recv(server, text, sizeof(text), MSG_WAITALL) != sizeof(text))
			die("TCP");
		close(client);
		recv(server, text, 1, 0);
		close(server);
	}
}
