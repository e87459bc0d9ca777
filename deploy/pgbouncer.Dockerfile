# PgBouncer. Context: the folder deploy.
FROM debian:trixie-slim
RUN apt-get update \
  && apt-get install -y --no-install-recommends pgbouncer \
  && rm -rf /var/lib/apt/lists/*
COPY pgbouncer/pgbouncer.ini /etc/pgbouncer/pgbouncer.ini
USER 10001:10001
EXPOSE 6432
# The list of users is made at the start, so that the image holds no password.
CMD ["sh", "-c", "umask 077 && printf '\"ecp_service\" \"%s\"\\n' \"$DATABASE_PASSWORD\" > /tmp/userlist.txt && exec pgbouncer /etc/pgbouncer/pgbouncer.ini"]
