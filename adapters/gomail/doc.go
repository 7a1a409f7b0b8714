// Package gomail writes messages as RFC 5322 has them, and hands them over: to a mail server by SMTP (RFC 5321), or into
// a folder as files of type .eml, which mail programs open.
//
// It owns the connection, and which fault an answer or its absence is: after the end of the content only an answer says
// whether a message was taken. How headers and parts are written is left to go-mail. A mail server knows no keys; a
// folder does, and delivers nothing: it is for trying things out, and for a club that has no mail server yet.
package gomail
