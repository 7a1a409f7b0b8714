-- +goose Up
-- How many bytes of pictures each user brought on a day of the club; forgotten after a week.
CREATE TABLE uploads (
    user_id BIGINT           NOT NULL,
    day     TEXT COLLATE "C" NOT NULL, -- Y-m-d
    bytes   BIGINT           NOT NULL,
    PRIMARY KEY (user_id, day)
);

-- +goose Down
DROP TABLE uploads;
