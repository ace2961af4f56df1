import{createRequire}from'node:module';const require=createRequire(import.meta.url);
import"./chunk-6REANS53.js";var e={id:"vm-share",title:"Virtual machine, shared folder",summary:"in the engine's virtual machine, on the folder it shares with the host, outside of any container",runs:"machine",position:15,usesHostDirectory:!0,mounts:()=>[],contradiction:()=>null};export{e as scenario};
