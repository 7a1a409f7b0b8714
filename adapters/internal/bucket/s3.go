package bucket

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"iter"
	"net/http"
	"net/url"
	"os"
	"strings"
	"time"

	"github.com/minio/minio-go/v7"
	"github.com/minio/minio-go/v7/pkg/credentials"
	"github.com/minio/minio-go/v7/pkg/encrypt"
)

// s3 keeps files in a bucket of a service that speaks the protocol of S3, below a prefix.
type s3 struct {
	client       minio.Core
	transport    *http.Transport
	name, prefix string
	encryption   encrypt.ServerSide // nil for what the bucket does by itself
	anonymous    bool               // asks without keys on purpose
}

const (
	// partSize is how much of a long file is sent, and kept in memory, at a time. There may be 10,000 parts: 160 GB.
	partSize = 16 << 20
	// copiedAtOnce is how long a file may be that the service copies in one step.
	copiedAtOnce = 5 << 30
	// attempts is how often a request is sent when the service is busy or out of reach.
	attempts = 4
	// settling is how long the rest of an upload is cleaned up that was cut off.
	settling = 10 * time.Second
)

func openS3(u *url.URL) (*Bucket, error) {
	o := options{values: u.Query()}
	endpoint, secure, err := host(o.text("endpoint"), o.yes("disable_https", "disableSSL"))
	if err != nil {
		return nil, err
	}
	lookup := minio.BucketLookupAuto
	switch pathStyle := o.yes("use_path_style", "s3ForcePathStyle", "hostname_immutable"); {
	case pathStyle:
		lookup = minio.BucketLookupPath
	case endpoint != amazon:
		lookup = minio.BucketLookupDNS
	}
	b := s3{name: u.Host, prefix: o.text("prefix"), anonymous: o.yes("anonymous")}
	keys := keys(o.text("profile"), b.anonymous)
	region := firstOf(o.text("region"), os.Getenv("AWS_REGION"), os.Getenv("AWS_DEFAULT_REGION"))
	dualstack, accelerate := o.yes("dualstack"), o.yes("accelerate")
	b.encryption, err = encryption(o.text("ssetype"), o.text("kmskeyid"))
	for _, name := range []string{"request_checksum_calculation", "response_checksum_validation", "awssdk"} {
		o.text(name) // about a library of earlier versions: what is sent now is what every service takes
	}
	o.refuse("role", "fips", "rate_limiter_capacity", "key")
	if err := errors.Join(err, o.err()); err != nil {
		return nil, err
	}
	if b.transport, err = minio.DefaultTransport(secure); err != nil {
		return nil, err
	}
	client, err := minio.New(endpoint, &minio.Options{
		Creds: keys, Secure: secure, Transport: b.transport, Region: region, BucketLookup: lookup, MaxRetries: attempts,
	})
	if err != nil {
		return nil, err
	}
	client.SetS3EnableDualstack(dualstack)
	if accelerate {
		client.SetS3TransferAccelerate("s3-accelerate.amazonaws.com")
	}
	b.client = minio.Core{Client: client}
	return &Bucket{b.check, b.list, b.open, b.exists, b.write, b.rename, b.remove, b.tidy, b.close}, nil
}

const amazon = "s3.amazonaws.com"

// host returns where the service is, and whether it speaks HTTPS.
func host(endpoint string, withoutTLS bool) (host string, secure bool, err error) {
	endpoint = firstOf(endpoint, os.Getenv("AWS_ENDPOINT_URL_S3"), os.Getenv("AWS_ENDPOINT_URL"))
	if endpoint == "" {
		return amazon, !withoutTLS, nil
	}
	u, err := url.Parse(endpoint)
	if err != nil || u.Host == "" || strings.Trim(u.Path, "/") != "" || u.Scheme != "http" && u.Scheme != "https" {
		return "", false, errors.New("endpoint must be like https://s3.example.com, without a path")
	}
	return u.Host, u.Scheme == "https", nil
}

func firstOf(values ...string) string {
	for _, value := range values {
		if value != "" {
			return value
		}
	}
	return ""
}

// keys are those of the environment, of the file of Amazon's tools, or of the machine, in this order.
func keys(profile string, anonymous bool) *credentials.Credentials {
	if anonymous {
		return credentials.NewStatic("", "", "", credentials.SignatureAnonymous)
	}
	file := &credentials.FileAWSCredentials{Profile: profile}
	if profile != "" {
		return credentials.New(file)
	}
	found := []credentials.Provider{&credentials.EnvAWS{}, file}
	if !strings.EqualFold(os.Getenv("AWS_EC2_METADATA_DISABLED"), "true") {
		found = append(found, &credentials.IAM{})
	}
	return credentials.NewChainCredentials(found)
}

func encryption(kind, key string) (encrypt.ServerSide, error) {
	switch strings.ToLower(kind) {
	case "":
		if key != "" {
			return nil, errors.New("kmskeyid needs ssetype=aws:kms beside it")
		}
		return nil, nil
	case "aes256":
		return encrypt.NewSSE(), nil
	case "aws:kms":
		return encrypt.NewSSEKMS(key, nil)
	}
	return nil, fmt.Errorf("ssetype %q is not known: there are AES256 and aws:kms", kind)
}

func (b s3) check(ctx context.Context) error {
	there, err := b.client.BucketExists(ctx, b.name)
	if err == nil && !there {
		err = fmt.Errorf("there is no bucket %s", b.name)
	}
	if err == nil || b.anonymous {
		return err
	}
	if keys, wrong := b.client.GetCreds(); wrong == nil && keys.SignerType.IsAnonymous() {
		return fmt.Errorf("no keys are found (AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY): %w", err)
	}
	return err
}

func (b s3) list(ctx context.Context, below string) iter.Seq2[File, error] {
	prefix := b.prefix
	if below != "" {
		prefix += below + "/"
	}
	return func(yield func(File, error) bool) {
		listing, cancel := context.WithCancel(ctx)
		defer cancel()
		all := minio.ListObjectsOptions{Prefix: prefix, Recursive: true}
		for object := range b.client.ListObjectsIter(listing, b.name, all) {
			if object.Err == nil && !strings.HasPrefix(object.Key, prefix) {
				object.Err = errStrange
			}
			if object.Err != nil {
				yield(File{}, object.Err)
				return
			}
			if object.Key == prefix || strings.HasSuffix(object.Key, "/") {
				continue // what consoles make for a folder
			}
			if !yield(File{object.Key[len(b.prefix):], object.LastModified}, nil) {
				return
			}
		}
		if err := ctx.Err(); err != nil { // what came may not be all
			yield(File{}, err)
		}
	}
}

func (b s3) open(ctx context.Context, key string) (io.ReadCloser, int64, error) {
	content, info, _, err := b.client.GetObject(ctx, b.name, b.prefix+key, minio.GetObjectOptions{})
	if err != nil {
		return nil, 0, absent(key, err)
	}
	if info.Size < 0 {
		return nil, 0, errors.Join(fmt.Errorf("the service does not say how long %s is", key), content.Close())
	}
	return content, info.Size, nil
}

// absent says of a missing file that it is, in the words of a file system.
func absent(key string, err error) error {
	if minio.ToErrorResponse(err).Code == minio.NoSuchKey {
		return &fs.PathError{Op: "open", Path: key, Err: fs.ErrNotExist}
	}
	return err
}

func (b s3) exists(ctx context.Context, key string) (bool, error) {
	_, err := b.client.StatObject(ctx, b.name, b.prefix+key, minio.StatObjectOptions{})
	if err = absent(key, err); errors.Is(err, fs.ErrNotExist) {
		return false, nil
	}
	return err == nil, err
}

// write sends what fits in one part at once, and anything longer in parts, so that nobody need know how long it is.
func (b s3) write(ctx context.Context, key, contentType string, content io.Reader) error {
	content = untilDone{ctx, content}
	how := minio.PutObjectOptions{
		ContentType: contentType, ServerSideEncryption: b.encryption,
		SendContentMd5: true, DisableContentSha256: true, // every service checks the one, and not every one knows the other in pieces
	}
	var start bytes.Buffer
	n, err := io.CopyN(&start, content, partSize)
	if err != nil && err != io.EOF { //nolint:errorlint // io.EOF inside another error is no end
		return err
	}
	if n < partSize {
		_, err := b.client.Client.PutObject(ctx, b.name, b.prefix+key, bytes.NewReader(start.Bytes()), n, how)
		return err
	}
	how.PartSize = partSize
	_, err = b.client.Client.PutObject(ctx, b.name, b.prefix+key, io.MultiReader(&start, content), -1, how)
	if err != nil && ctx.Err() != nil { // the client's own clean-up ended with the context
		later, cancel := context.WithTimeout(context.WithoutCancel(ctx), settling)
		defer cancel()
		_ = b.client.RemoveIncompleteUpload(later, b.name, b.prefix+key) // tidy does it else
	}
	return err
}

func (b s3) rename(ctx context.Context, from, to string) error {
	source := minio.CopySrcOptions{Bucket: b.name, Object: b.prefix + from}
	target := minio.CopyDestOptions{Bucket: b.name, Object: b.prefix + to, Encryption: b.encryption}
	info, err := b.client.StatObject(ctx, b.name, source.Object, minio.StatObjectOptions{})
	if err != nil {
		return absent(from, err)
	}
	if info.Size > copiedAtOnce {
		_, err = b.client.ComposeObject(ctx, target, source)
	} else {
		_, err = b.client.Client.CopyObject(ctx, target, source)
	}
	if err != nil {
		return err
	}
	return b.remove(ctx, from)
}

func (b s3) remove(ctx context.Context, key string) error {
	return b.client.RemoveObject(ctx, b.name, b.prefix+key, minio.RemoveObjectOptions{})
}

func (b s3) tidy(ctx context.Context, age time.Duration) error {
	listing, cancel := context.WithCancel(ctx)
	defer cancel()
	for upload := range b.client.ListIncompleteUploads(listing, b.name, b.prefix, true) {
		if minio.ToErrorResponse(upload.Err).Code == minio.NoSuchUpload { // what some say when there is none
			continue
		}
		if upload.Err != nil {
			return unlessRefused(upload.Err)
		}
		if time.Since(upload.Initiated) < age {
			continue
		}
		err := b.client.AbortMultipartUpload(ctx, b.name, upload.Key, upload.UploadID)
		if err != nil && minio.ToErrorResponse(err).Code != minio.NoSuchUpload {
			return unlessRefused(err)
		}
	}
	return ctx.Err()
}

// unlessRefused lets those be who may do nothing about uploads, or whose service knows nothing of them.
func unlessRefused(err error) error {
	switch minio.ToErrorResponse(err).Code {
	case minio.AccessDenied, minio.NotImplemented, minio.MethodNotAllowed:
		return nil
	}
	return err
}

func (b s3) close() error {
	b.transport.CloseIdleConnections()
	return nil
}
