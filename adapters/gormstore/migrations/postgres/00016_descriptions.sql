-- +goose Up
-- Descriptions of teams and committees were plain text. They become HTML, with the lines that they had.
UPDATE groups SET content = '<p>' || replace(replace(
    replace(replace(replace(replace(trim(content, ' ' || chr(9) || chr(10) || chr(13)), chr(13), ''), '&', '&amp;'), '<', '&lt;'), '>', '&gt;'),
    chr(10) || chr(10), '</p><p>'), chr(10), '<br>') || '</p>'
WHERE trim(content, ' ' || chr(9) || chr(10) || chr(13)) <> '';

-- +goose Down
SELECT 1;
