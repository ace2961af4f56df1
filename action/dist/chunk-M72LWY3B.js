import{createRequire}from'node:module';const require=createRequire(import.meta.url);
import{readFileSync as t}from"node:fs";function e(r){try{return t(r,"utf8")}catch{return""}}export{e as a};
