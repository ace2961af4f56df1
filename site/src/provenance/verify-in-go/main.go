// Verifies signed runs with sigstore-go, an implementation of Sigstore that is not the registry's. For tests.
//
// Usage: verify-in-go TRUSTED_ROOT REGISTRY. Each line of standard input has the paths of a bundle and of a document.
// Each line of standard output is "accepted", or "refused: " and the reason.
package main

import (
	"bufio"
	"bytes"
	"crypto/sha256"
	"encoding/base32"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"regexp"
	"strings"

	"github.com/sigstore/sigstore-go/pkg/bundle"
	"github.com/sigstore/sigstore-go/pkg/fulcio/certificate"
	"github.com/sigstore/sigstore-go/pkg/root"
	"github.com/sigstore/sigstore-go/pkg/verify"
)

const (
	statementType = "https://in-toto.io/Statement/v1"
	predicateType = "urn:plimsoll:submission:v1"
)

type statement struct {
	Type    string `json:"_type"`
	Subject []struct {
		Name   string            `json:"name"`
		Digest map[string]string `json:"digest"`
	} `json:"subject"`
	PredicateType string `json:"predicateType"`
	Predicate     struct {
		Registry     string `json:"registry"`
		Action       string `json:"action"`
		AllowPrivate *bool  `json:"allowPrivate"`
	} `json:"predicate"`
}

type document struct {
	Source *struct {
		Repository  *string `json:"repository"`
		Commit      *string `json:"commit"`
		Ref         *string `json:"ref"`
		WorkflowRun *int64  `json:"workflowRun"`
	} `json:"source"`
	Origin struct {
		Kind string `json:"kind"`
	} `json:"origin"`
}

func main() {
	trusted, err := root.NewTrustedRootFromPath(os.Args[1])
	if err != nil {
		fail(err)
	}
	options := []verify.VerifierOption{verify.WithObserverTimestamps(1)}
	if len(trusted.RekorLogs()) > 0 {
		options = append(options, verify.WithTransparencyLog(1))
	}
	if len(trusted.CTLogs()) > 0 {
		options = append(options, verify.WithSignedCertificateTimestamps(1))
	}
	verifier, err := verify.NewVerifier(trusted, options...)
	if err != nil {
		fail(err)
	}
	lines := bufio.NewScanner(os.Stdin)
	for lines.Scan() {
		files := strings.Split(lines.Text(), " ")
		if err := check(verifier, os.Args[2], files[0], files[1]); err != nil {
			fmt.Println("refused: " + strings.ReplaceAll(err.Error(), "\n", " "))
		} else {
			fmt.Println("accepted")
		}
	}
}

func fail(err error) {
	fmt.Fprintln(os.Stderr, err)
	os.Exit(2)
}

func check(verifier *verify.Verifier, registry, bundleFile, documentFile string) error {
	signed, err := bundle.LoadJSONFromPath(bundleFile)
	if err != nil {
		return err
	}
	content, err := os.ReadFile(documentFile)
	if err != nil {
		return err
	}
	digest := sha256.Sum256(content)
	policy := verify.NewPolicy(verify.WithArtifactDigest("sha256", digest[:]), verify.WithoutIdentitiesUnsafe())
	result, err := verifier.Verify(signed, policy)
	if err != nil {
		return err
	}
	envelope, err := signed.Envelope()
	if err != nil {
		return err
	}
	payload, err := envelope.DecodeB64Payload()
	if err != nil {
		return err
	}
	said, err := readStatement(payload, digest)
	if err != nil {
		return err
	}
	var run document
	if err := json.Unmarshal(content, &run); err != nil {
		return err
	}
	claims := result.Signature.Certificate
	invocation, err := checkClaims(claims)
	switch {
	case err != nil:
		return err
	case said.Predicate.Registry != registry || said.Predicate.Action != "submit":
		return errors.New("the statement is for another registry or action")
	case claims.SourceRepositoryVisibilityAtSigning != "public" && !*said.Predicate.AllowPrivate:
		return errors.New("the repository is private")
	case run.Origin.Kind == "transcribed":
		return errors.New("the document is transcribed")
	}
	return compareSource(run, claims, invocation)
}

// readStatement reads a statement whose only subject is the document with this digest.
func readStatement(payload []byte, digest [32]byte) (*statement, error) {
	var said statement
	decoder := json.NewDecoder(bytes.NewReader(payload))
	decoder.DisallowUnknownFields()
	if err := decoder.Decode(&said); err != nil {
		return nil, err
	}
	id := strings.ToLower(base32.StdEncoding.EncodeToString(digest[:]))[:26]
	switch {
	case said.Type != statementType || said.PredicateType != predicateType:
		return nil, errors.New("the statement has another type")
	case len(said.Subject) != 1 || len(said.Subject[0].Digest) != 1 || said.Subject[0].Name != id+".json":
		return nil, errors.New("the statement has another subject")
	case said.Subject[0].Digest["sha256"] != hex.EncodeToString(digest[:]):
		return nil, errors.New("the statement has another digest")
	case said.Predicate.AllowPrivate == nil:
		return nil, errors.New("the statement does not say whether the repository may be private")
	}
	return &said, nil
}

var (
	repository = regexp.MustCompile(`^https://github\.com/[\w.-]{1,100}/[\w.-]{1,100}$`)
	number     = regexp.MustCompile(`^[1-9][0-9]{0,15}$`)
	commit     = regexp.MustCompile(`^[0-9a-f]{40}$`)
	invocation = regexp.MustCompile(`^(.*)/actions/runs/([1-9][0-9]{0,15})/attempts/[1-9][0-9]{0,5}$`)
)

// checkClaims returns the number of the workflow run in a certificate of a job of GitHub.
func checkClaims(claims *certificate.Summary) (string, error) {
	run := invocation.FindStringSubmatch(claims.RunInvocationURI)
	switch {
	case claims.Issuer != "https://token.actions.githubusercontent.com":
		return "", errors.New("the certificate is from another issuer")
	case !repository.MatchString(claims.SourceRepositoryURI) || strings.Contains(claims.SourceRepositoryURI+"/", "/../") ||
		strings.Contains(claims.SourceRepositoryURI+"/", "/./"):
		return "", errors.New("the certificate has no repository of GitHub")
	case !number.MatchString(claims.SourceRepositoryIdentifier) || !number.MatchString(claims.SourceRepositoryOwnerIdentifier):
		return "", errors.New("the certificate has no ids")
	case !commit.MatchString(claims.SourceRepositoryDigest) || !commit.MatchString(claims.BuildSignerDigest):
		return "", errors.New("the certificate has no commits")
	case !strings.HasPrefix(claims.BuildSignerURI, "https://github.com/"):
		return "", errors.New("the certificate has no workflow")
	case claims.SourceRepositoryRef == "" || claims.BuildTrigger == "" || claims.RunnerEnvironment == "" ||
		claims.SourceRepositoryVisibilityAtSigning == "":
		return "", errors.New("the certificate lacks an extension")
	case run == nil || run[1] != claims.SourceRepositoryURI:
		return "", errors.New("the certificate has no workflow run")
	}
	return run[2], nil
}

func compareSource(run document, claims *certificate.Summary, workflowRun string) error {
	if run.Source == nil {
		return nil
	}
	type pair struct {
		certified string
		stated    *string
	}
	pairs := []pair{{strings.TrimPrefix(claims.SourceRepositoryURI, "https://github.com/"), run.Source.Repository}}
	if claims.BuildTrigger != "workflow_run" {
		pairs = append(pairs, pair{claims.SourceRepositoryDigest, run.Source.Commit}, pair{claims.SourceRepositoryRef, run.Source.Ref})
		if run.Source.WorkflowRun != nil {
			stated := fmt.Sprint(*run.Source.WorkflowRun)
			pairs = append(pairs, pair{workflowRun, &stated})
		}
	}
	for _, one := range pairs {
		if one.stated != nil && *one.stated != one.certified {
			return errors.New("the document states " + *one.stated + ", and the certificate " + one.certified)
		}
	}
	return nil
}
