-- +goose Up
-- Descriptions of teams and committees were plain text. They become HTML, with the lines that they had.
UPDATE groups SET content = '<p>' || replace(replace(
    replace(replace(replace(replace(trim(content, ' ' || char(9) || char(10) || char(13)), char(13), ''), '&', '&amp;'), '<', '&lt;'), '>', '&gt;'),
    char(10) || char(10), '</p><p>'), char(10), '<br>') || '</p>'
WHERE trim(content, ' ' || char(9) || char(10) || char(13)) <> '';

-- +goose Down
SELECT 1;
