import{createRequire}from'node:module';const require=createRequire(import.meta.url);
import{b as I}from"./chunk-UK77T6UT.js";var N=[...I,"CI","NO_COLOR","FORCE_COLOR","GITHUB_ACTIONS","GITHUB_EVENT_PATH","GITHUB_REPOSITORY","GITHUB_SHA","GITHUB_REF","GITHUB_RUN_ID","RUNNER_ENVIRONMENT","ImageOS"];export{N as a};
